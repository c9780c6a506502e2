import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** Tests wait for what they expect however busy the machine is: the limits only end a test that would never end. */
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });
