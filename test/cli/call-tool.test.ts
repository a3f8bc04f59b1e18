import { readFile } from 'node:fs/promises'
import { callTool } from '@recado/cli/mcp/call-tool'
import { type Document, toolsOf } from '@recado/cli/mcp/tools'
import { createRecado } from '@recado/client'
import { test } from 'tap'

const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
const tools = toolsOf(JSON.parse(text) as Document, true)

/** Calls a tool. @returns its result, and the paths that were requested */
async function called(name: string, given: Record<string, unknown>) {
  const asked: string[] = []
  const recado = createRecado({
    ...{ apiKey: 'rcd_live_x', baseUrl: 'http://recado.example/api/v1' },
    fetch: async ({ url }) => {
      asked.push(new URL(url).pathname)
      return Response.json({ data: {} })
    },
  })
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`there is no ${name}`)
  return { ...(await callTool(recado, tool, given)), asked }
}

test('an id is one segment of the path, whatever its characters', async (t) => {
  for (const id of ['.', '..', ''])
    t.match(await called('getContact', { id }), { isError: true, asked: [] }, id)
  const inside = await called('getContact', { id: '../conversations' })
  t.same(inside.asked, ['/api/v1/contacts/..%2Fconversations'])
})

test('an argument of another type is refused, not left out', async (t) => {
  for (const given of [{ status: ['failed'] }, { status: { is: 'failed' } }])
    t.match(await called('listMessages', given), {
      isError: true,
      asked: [],
      content: [{ text: /status/ }],
    })
  const sent = { body: { text: 'Oi' }, idempotency_key: ['assistant-0001'] }
  t.match(await called('sendMessage', sent), { isError: true, asked: [] })
  t.same((await called('listMessages', { status: null, limit: 5 })).asked, ['/api/v1/messages'])
})

test('unknown arguments are refused, also names that every object has', async (t) => {
  for (const name of ['colour', 'constructor', 'toString'])
    t.match(
      await called('getContact', { id: 'x', [name]: '1' }),
      { isError: true, asked: [] },
      name,
    )
})
