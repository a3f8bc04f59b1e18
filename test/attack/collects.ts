import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded by each process of an attacked product: on SIGWINCH, which ends no process, it collects garbage, so that the
// memory that stays resident is memory in use.

v8.setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGWINCH', () => collect())
