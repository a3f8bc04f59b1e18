import { parseArgs } from 'node:util'
import type { Group } from './measuring/group.ts'
import { MAX_GROUP_MS } from './measuring/run-groups.ts'

const USAGE = `npm run bench -- [--only group,group] [--rows n] [--compare] [--save] [--from file] [--quick] [--list]

  --list     the groups, their rows and how many minutes each is expected to take on an idle machine with two cores;
             a group ends after ${MAX_GROUP_MS / 60_000} minutes, and its remaining rows fail
  --only     only these groups; \`peers\` runs only so, after npm ci --prefix bench/peers
  --rows     how many rows the filled lists hold, 200,000 unless told
  --compare  names each row that takes more than 10 % more processor time an operation than in bench/baseline.json, and
             ends with 1 if there is one
  --save     writes the measured rows into bench/baseline.json
  --from     takes a kept run instead of measuring, to compare or save it
  --quick    one short round of each row, over 10,000 rows: to see that it runs, not what it gives
`

/** The options of the command line. */
export type Options = {
  readonly groups: readonly Group[]
  readonly rows: number
  readonly quick: boolean
  readonly compare: boolean
  readonly save: boolean
  readonly from: string | undefined
}

/**
 * Reads the command line. Prints what is asked for and ends the process for `--help`, `--list` and invalid options.
 * @param all groups
 */
export function readOptions(all: readonly Group[]): Options {
  try {
    const { help, list, ...values } = parsed()
    if (help) end(USAGE, 0)
    if (list) end(listOf(all), 0)
    const rows = Number(values.rows ?? (values.quick ? 10_000 : 200_000))
    if (!Number.isInteger(rows) || rows < 1_000) throw new Error('--rows is at least 1000')
    if (values.quick && (values.compare || values.save))
      throw new Error('--quick measures nothing that could be compared or saved')
    return { ...values, from: values.from, rows, groups: chosen(all, values.only) }
  } catch (error) {
    return end(`${(error as Error).message}\n\n${USAGE}`, 2)
  }
}

function parsed() {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      rows: { type: 'string' },
      from: { type: 'string' },
      ...{ compare: flag, save: flag, quick: flag, list: flag, help: flag },
    },
  })
  return values
}

function chosen(all: readonly Group[], only: string): readonly Group[] {
  const names = only.split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !all.some((group) => group.name === name))
  if (unknown.length > 0) throw new Error(`there is no group ${unknown.join(', ')}; see --list`)
  return all.filter(({ name, isOnRequest }) =>
    names.length === 0 ? !isOnRequest : names.includes(name),
  )
}

/** The groups as text. */
function listOf(groups: readonly Group[]): string {
  const total = groups.reduce((sum, { minutes }) => sum + minutes, 0)
  const lines = groups.flatMap(({ name, minutes, rows }) => [
    `${String(minutes).padStart(3)} min  ${name}`,
    ...rows.map((row) => `           ${row.name}`),
  ])
  return [...lines, `${String(total).padStart(3)} min  together`, ''].join('\n')
}

function end(text: string, code: number): never {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(text)
  return process.exit(code)
}
