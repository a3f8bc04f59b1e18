import { wordVector } from '@recado/application/read-models/words'
import type pg from 'pg'
import { CONTACT } from '../lab/fill-lists.ts'
import { type Filled, filledStack } from '../lab/filled-stack.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'

const AT_A_TIME = 4

/** One name and one text in ten have the frequent word; ten of each, the oldest, have the rare one. */
const WORDS = { frequent: 'pedido', rare: 'orquidea' } as const
const FREQUENT_IN = 10
const RARE = 10
const NO_ID = '00000000-0000-4000-8000-000000000000'
/** Words that make every text different. */
const OTHERS = 6
const PATHS = ['/contacts?name=', '/conversations?name=', '/find?q='] as const

/** People by name and messages by words, over HTTP. */
export const search = defineGroup<HttpClient>({
  name: 'search',
  minutes: 4,
  usesLists: true,
  async open(run) {
    const { lab, listRows } = run
    const stack = await lab.stack()
    const filled = await filledStack(run, stack, listRows, {
      also: ({ account_id }) => ({
        contacts: { words: sqlWords(account_id, 'i') },
        // Each has a conversation.
        conversations: { contact_id: CONTACT },
      }),
    })
    await say(filled, run)
    const query = await stack.start('query-api')
    return httpClient(lab, query.port, { connections: AT_A_TIME, bearer: filled.tenant.key })
  },
  rows: (['rare', 'frequent'] as const).flatMap((word) =>
    PATHS.map((path) => ({
      name: `${path}${WORDS[word]}, a ${word} word`,
      against: 'the same without words',
      isRawOurs: true,
      figures: ['rate_per_s'] as const,
      sides: (api: HttpClient, run: GroupRun) => sides(api, run, path, word),
    })),
  ),
})

async function sides(
  api: HttpClient,
  { listRows }: GroupRun,
  path: (typeof PATHS)[number],
  word: keyof typeof WORDS,
) {
  const found = async () => JSON.parse((await api.get(`/api/v1${path}${WORDS[word]}`)).text)
  check(path, await found(), word === 'rare' ? RARE : listRows / FREQUENT_IN)
  const plain = path.startsWith('/find') ? `${path}${NO_ID}` : path.replace(/\?.*/, '')
  const loop = (call: () => Promise<unknown>) => closedLoop({ atATime: AT_A_TIME, call })
  return {
    ours: loop(found),
    raw: loop(async () => (await api.get(`/api/v1${plain}`)).text),
  }
}

/** Gives the copied messages words, and the first person a name like the copies have. */
async function say({ client, tenant }: Filled, { listRows, progress }: GroupRun): Promise<void> {
  progress(`giving words to ${listRows.toLocaleString('en')} messages`)
  const words = (place: string) => sqlWords(tenant.account_id, place)
  await client.query(
    `update contacts t set words = ${words('t.account_pos')} where t.account_pos = 0`,
  )
  await client.query('delete from message_words')
  await rewrite(
    client,
    'message_words',
    `insert into message_words (id, account_id, log_id, words)
    select t.id, t.account_id, t.log_id, ${words('t.account_pos')} from messages t`,
  )
  await client.query('vacuum analyze contacts, message_words')
}

/** The words of the row at a place, as SQL. */
function sqlWords(accountId: string, place: string): string {
  const [frequent, rare] = [WORDS.frequent, WORDS.rare].map((word) => wordVector(accountId, word))
  const other = wordVector(accountId, 'w').slice(1, -1)
  const others = Array.from(
    { length: OTHERS },
    (_, n) => `'${other}' || md5((${place} * ${OTHERS} + ${n})::text)`,
  )
  return `(array_to_tsvector(array[${others.join(', ')}])
    || case when ${place} % ${FREQUENT_IN} = 0 then $frequent$${frequent}$frequent$::tsvector else '' end
    || case when ${place} < ${RARE} then $rare$${rare}$rare$::tsvector else '' end)`
}

/** Without the index of words, which is built once afterwards. */
async function rewrite(client: pg.Client, table: string, statement: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = $1 and indexdef like '% gin %'`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(statement)
  for (const { definition } of rows) await client.query(definition)
}

type Found = { readonly data: readonly unknown[]; readonly pagination?: { readonly total: number } }

function check(path: string, { data, pagination }: Found, total: number): void {
  const counted = pagination?.total ?? total
  if (data.length === 0 || counted !== total)
    throw new Error(`${path}: ${data.length} items of ${counted}, not of ${total}`)
}
