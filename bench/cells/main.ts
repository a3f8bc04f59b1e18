import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readBaseline, readRun } from '../report/kept-runs.ts'
import { cellsReport } from './report.ts'

// Says what breaks first under large loads, and how many cells bear them, from what the bench has measured. See
// docs/scaling.md, which shows what it prints; --save writes that.

const DOCUMENT = new URL('../../docs/scaling.md', import.meta.url)
const BLOCK = /(?<=^```cells\n).*?(?=^```$)/ms

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    sends: { type: 'string', default: '0.5' },
    'per-post': { type: 'string', default: '1' },
    save: { type: 'boolean', default: false },
  },
})
const run = values.from === undefined ? await readBaseline() : await readRun(values.from)
if (run === null) throw new Error('there is no bench/baseline.json yet: npm run bench -- --save')
const mix = { sends: Number(values.sends), perPost: Number(values['per-post']) }
if (!(mix.sends >= 0 && mix.sends <= 1 && mix.perPost >= 1 && mix.perPost <= 1_000))
  throw new Error('--sends is from 0 to 1, --per-post from 1 to 1000')
const text = cellsReport(run, mix)
process.stdout.write(text)
if (values.save)
  await writeFile(
    DOCUMENT,
    (await readFile(DOCUMENT, 'utf8')).replace(BLOCK, () => text),
  )
