import { exportTool } from '@recado/tools/export/export-tool'
import { runTool } from '@recado/tools/run-tool'
import { SMALL } from './exporting.ts'

// `npm run export` with small files and batches, so that a short log takes a while.

await runTool((console) => exportTool(console, new AbortController().signal, SMALL))
