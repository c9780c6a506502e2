import { startProduct, temporaryFolder } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { residentMegabytes } from '../support/processes.ts';

const WARM_STARTS = 10;
const SETTLE_MS = 15_000;

/** Start to readiness with an empty data folder, then with the one that is there; and memory at rest. */
export async function measureStart(report: Report): Promise<void> {
  const [dataDir, remove] = await temporaryFolder('bench-start');
  try {
    const cold = await startProduct({ dataDir });
    report.add('start.cold', [cold.readyMs]);
    await cold.stop();
    const warm: number[] = [];
    for (let round = 0; round < WARM_STARTS; round += 1) {
      const product = await startProduct({ dataDir });
      warm.push(product.readyMs);
      if (round === WARM_STARTS - 1) {
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
        report.add('memory.idle', [residentMegabytes(product.process.pid ?? 0)]);
      }
      await product.stop();
    }
    report.add('start.warm', warm);
  } finally {
    await remove();
  }
}
