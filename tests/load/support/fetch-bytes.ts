import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * One request as a browser makes it, the answer as it was on the wire: to unpack it is not the server's time. Rejects
 * unless the answer is 200.
 */
export function fetchBytes(
  url: string,
  { encoding = 'br', cookie }: { encoding?: string; cookie?: string } = {},
): Promise<Buffer> {
  const headers = { 'accept-encoding': encoding, ...(cookie === undefined ? {} : { cookie }) };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** Ends the connections that are kept; a server that stops would wait for them. */
export function closeConnections(): void {
  agent.destroy();
}
