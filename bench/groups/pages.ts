import { Contact } from '@recado/contract/contact'
import { Conversation } from '@recado/contract/conversation'
import { Message } from '@recado/contract/message'
import { page } from '@recado/contract/page'
import { filledStack } from '../lab/filled-stack.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import { defineGroup } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'
import { ratioAtLeast } from '../report/goal.ts'

const AT_A_TIME = 8
const SHAPES = { contacts: Contact, conversations: Conversation, messages: Message } as const
type List = keyof typeof SHAPES
const LISTS = Object.keys(SHAPES) as readonly List[]

type Opened = { readonly api: HttpClient; readonly bare: HttpClient; readonly account_id: string }

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
    for (const list of LISTS) await checkPages(api, list, listRows)
    return { api, bare, account_id: tenant.account_id }
  },
  rows: LISTS.flatMap((list) => [
    {
      name: `${list}, first page`,
      against: 'bare fastify route of one stored document',
      figures: ['rate_per_s'],
      goals: [ratioAtLeast('rate_per_s', 0.4)],
      sides: ({ api, bare, account_id }, { listRows }) => ({
        ours: loop(() => api.get(path(list, 0))),
        raw: loop(() => bare.get(`/${account_id}/${below(listRows)}`)),
      }),
    },
    {
      name: `${list}, half way`,
      against: 'first page',
      isRawOurs: true,
      figures: ['rate_per_s'],
      goals: [ratioAtLeast('rate_per_s', 0.6)],
      sides: ({ api }, { listRows }) => {
        const deep = () => Math.floor(listRows / 2) + below(listRows / 4)
        return {
          ours: loop(() => api.get(path(list, deep()))),
          raw: loop(() => api.get(path(list, 0))),
        }
      },
    },
  ]),
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
