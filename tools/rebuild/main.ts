import { runTool } from '../run-tool.ts'
import { withSignal } from '../with-signal.ts'
import { rebuildTool } from './rebuild-tool.ts'

await runTool((console) => withSignal((signal) => rebuildTool(console, signal)))
