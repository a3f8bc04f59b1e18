import { runTool } from '../run-tool.ts'
import { replayCommand } from './replay-command.ts'

await runTool(replayCommand)
