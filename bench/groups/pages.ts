import { Contact } from '@recado/contract/contact'
import { Conversation } from '@recado/contract/conversation'
import { Message } from '@recado/contract/message'
import { page } from '@recado/contract/page'
import { filledStack } from '../lab/filled-stack.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'
import { ratioAtLeast } from '../report/goal.ts'

const AT_A_TIME = 8
const SHAPES = { contacts: Contact, conversations: Conversation, messages: Message } as const
type List = keyof typeof SHAPES
const LISTS = Object.keys(SHAPES) as readonly List[]

type Opened = {
  readonly api: HttpClient
  readonly bare: HttpClient
  /** The same list as textbooks write it. */
  readonly textbook: HttpClient
  readonly account_id: string
}

const TEXTBOOK = [
  { name: 'first page', offset: () => 0 },
  { name: 'half way', offset: (rows: number) => Math.floor(rows / 2) + below(rows / 4) },
]

/** First and deep pages of 50 items, over HTTP. */
export const pages = defineGroup<Opened>({
  name: 'pages',
  minutes: 3,
  usesLists: true,
  async open(run) {
    const { lab, listRows } = run
    const stack = await lab.stack()
    const { tenant } = await filledStack(run, stack, listRows)
    const query = await stack.start('query-api')
    const connections = AT_A_TIME
    const api = httpClient(lab, query.port, { connections, bearer: tenant.key })
    const { port } = await stack.raw('bench/raw/one-document.ts')
    const bare = httpClient(lab, port, { connections })
    const { port: other } = await stack.raw('bench/raw/textbook-page.ts')
    const textbook = httpClient(lab, other, { connections })
    for (const list of LISTS) await checkPages(api, list, listRows)
    return { api, bare, textbook, account_id: tenant.account_id }
  },
  rows: [
    ...LISTS.flatMap((list) => [
      {
        name: `${list}, first page`,
        against: 'bare fastify route of one stored document',
        figures: ['rate_per_s'] as const,
        goals: [ratioAtLeast('rate_per_s', 0.4)],
        sides: ({ api, bare, account_id }: Opened, { listRows }: GroupRun) => ({
          ours: loop(() => api.get(path(list, 0))),
          raw: loop(() => bare.get(`/${account_id}/${below(listRows)}`)),
        }),
      },
      {
        name: `${list}, half way`,
        against: 'first page',
        isRawOurs: true,
        figures: ['rate_per_s'] as const,
        goals: [ratioAtLeast('rate_per_s', 0.6)],
        sides: ({ api }: Opened, { listRows }: GroupRun) => {
          const deep = () => Math.floor(listRows / 2) + below(listRows / 4)
          return {
            ours: loop(() => api.get(path(list, deep()))),
            raw: loop(() => api.get(path(list, 0))),
          }
        },
      },
    ]),
    ...TEXTBOOK.map(({ name, offset }) => ({
      name: `messages, ${name}, beside a textbook`,
      against: 'count(*) and OFFSET over the same rows',
      figures: ['rate_per_s'] as const,
      note:
        'A textbook counts all rows of the account for each page, and reads all that it skips. Ours reads kept totals; it ' +
        'also checks a key and its limit, and every filter that combines.',
      sides: ({ api, textbook, account_id }: Opened, { listRows }: GroupRun) => {
        const from = () => offset(listRows)
        return {
          ours: loop(() => api.get(path('messages', from()))),
          raw: loop(() => textbook.get(`/${account_id}/${from()}`)),
        }
      },
    })),
  ],
})

function loop(call: () => Promise<unknown>) {
  return closedLoop({ atATime: AT_A_TIME, call })
}

function below(end: number): number {
  return Math.floor(Math.random() * end)
}

/** Checks the measured result: the total, the number of items, and their shape at both offsets. */
async function checkPages(api: HttpClient, list: List, rows: number): Promise<void> {
  for (const offset of [0, Math.floor(rows / 2)]) {
    const { text } = await api.get(path(list, offset))
    const { data, pagination } = page(SHAPES[list]).parse(JSON.parse(text))
    if (data.length !== 50 || pagination.total !== rows)
      throw new Error(`${list} at ${offset}: ${data.length} items of ${pagination.total}`)
  }
}

function path(list: List, offset: number): string {
  return `/api/v1/${list}?limit=50&offset=${offset}`
}
