import { runTool } from '../run-tool.ts'
import { withSignal } from '../with-signal.ts'
import { rotateTool } from './rotate-tool.ts'

await runTool((console) => withSignal((signal) => rotateTool(console, signal)))
