import { exportTool } from '@recado/tools/export/export-tool'
import { readManifest } from '@recado/tools/export/manifest'
import { runTool } from '@recado/tools/run-tool'
import { SMALL } from './exporting.ts'

// `npm run export` with small files and batches, so that a short log takes a while. It kills itself when KILLED_AT facts
// are in finished files: another process might see that only after the end.

const folder = process.argv.at(-1) ?? ''
const look = async () => {
  const manifest = await readManifest(folder)
  const safe = (manifest?.files ?? []).reduce((sum, { rows }) => sum + rows, 0)
  if (safe >= Number(process.env.KILLED_AT)) process.kill(process.pid, 'SIGKILL')
}
setInterval(() => void look().catch(() => undefined), 1).unref()

await runTool((console) => exportTool(console, new AbortController().signal, SMALL))
