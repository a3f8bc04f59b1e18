import { runTool } from '../run-tool.ts'
import { checkpointTool } from './checkpoint-tool.ts'

await runTool(checkpointTool)
