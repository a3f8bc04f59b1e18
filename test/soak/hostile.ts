import { readFile } from 'node:fs/promises'
import { HOSTILE } from './hostile-tenants.ts'
import { platformOf } from './platform.ts'

// Runs a hostile tenant as a separate process, so that its work does not slow down the measuring process.
// Arguments: the name of the hostile tenant, and the path of demo.json.

const [, , what = '', demo = ''] = process.argv
const hostile = HOSTILE[what]
if (hostile === undefined) throw new Error(`nobody does this: ${what}`)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
const done = hostile(platformOf(JSON.parse(await readFile(demo, 'utf8'))), stop.signal)
process.stdout.write('begun\n')
await done
process.exit(0)
