import { runTool } from '../run-tool.ts'
import { withSignal } from '../with-signal.ts'
import { importTool } from './import-tool.ts'

await runTool((console) => withSignal((signal) => importTool(console, signal)))
