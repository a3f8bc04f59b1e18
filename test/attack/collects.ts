import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded by each process of an attacked product: on SIGWINCH, which ends nothing, it collects its garbage, so that what is still resident
// afterwards is what it holds.

v8.setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGWINCH', () => collect())
