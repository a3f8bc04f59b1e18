import { readdir, readFile } from 'node:fs/promises'
import { test } from 'tap'

const ROOT = new URL('../../', import.meta.url)
const ROOMS = ['application', 'command-api', 'domain', 'infra', 'projectors', 'query-api', 'tools']

/** The head of an exported function: its name, and its parameters up to the result. */
const HEAD = /^export (?:async )?function\*? (\w+)(?:<[^(]*>)?\(([\s\S]*?)\)(?:: [^\n]*)? \{$/gm
/** A parameter that is a text, and is named as an id. */
const ID = /(?:^|,)\s*(?:id|\w+Id|\w+_id)\??: string(?: \| null| \| undefined)*(?=\s*(?:,|$))/g

/** The exported functions of a module that take two ids by their places. */
function takingIdsByPlace(source: string): readonly string[] {
  return [...source.matchAll(HEAD)].flatMap(([, name = '', parameters = '']) =>
    (parameters.match(ID) ?? []).length > 1 ? [name] : [],
  )
}

async function sources(room: string): Promise<readonly string[]> {
  const names = await readdir(new URL(`${room}/`, ROOT), { recursive: true })
  const own = names.filter(
    (name) => /\.ts$/.test(name) && !/(^|\/)(dist|node_modules)\//.test(name),
  )
  return Promise.all(own.map((name) => readFile(new URL(`${room}/${name}`, ROOT), 'utf8')))
}

test('a function that takes two ids takes them by name', async (t) => {
  const all = (await Promise.all(ROOMS.map(sources))).flat()
  t.same(all.flatMap(takingIdsByPlace), [])
})

test('two ids are found wherever they stand among the parameters', async (t) => {
  const heads = [
    'export function a(connectionId: string, contactId: string): string {',
    'export async function b(\n  run: Run,\n  id: string,\n  of: { x: string },\n  account_id: string | null,\n): Promise<void> {',
    'export function c(id: string, text: string): string {',
    "export function d({ account_id, contact_id }: Ids<'account_id' | 'contact_id'>): string {",
    'export function e(id: string, ids: readonly string[]): void {',
  ]
  t.same(takingIdsByPlace(heads.join('\n}\n')), ['a', 'b'])
})
