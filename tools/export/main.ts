import { runTool } from '../run-tool.ts'
import { exportTool } from './export-tool.ts'

// The program of `npm run export`; docs/analytics.md shows what can be asked of its files.

const interruption = new AbortController()
// At a second signal the process ends at once, which loses nothing but time.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort())

await runTool((console) => exportTool(console, interruption.signal))
