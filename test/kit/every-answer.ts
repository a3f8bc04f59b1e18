import { readFileSync } from 'node:fs'
import type { ApiClient } from './api-client.ts'

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Answer = { readonly path: string; readonly status: number; readonly text: string }

const DOCUMENTS = new URL('../../docs/', import.meta.url)
const LIMIT = 'limit=200'
/** Routes whose query must be given, those below no list, and those that never end. */
const SPECIAL = [
  ...['/conversations/resolve', '/find', '/schemas/{name}', '/webhooks/recoveries/{id}', '/live'],
  ...['/openapi.json', '/dashboard-openapi.json'],
]

/**
 * What each documented GET route answers: lists, and the routes below them for each thing that they list.
 * @param document such as openapi.json
 * @param more paths of routes that no list leads to
 */
export async function everyAnswer(
  api: Pick<ApiClient, 'get'>,
  document: 'openapi.json' | 'dashboard-openapi.json',
  more: readonly string[] = [],
): Promise<readonly Answer[]> {
  const { paths } = JSON.parse(readFileSync(new URL(document, DOCUMENTS), 'utf8')) as {
    paths: Paths
  }
  const routes = Object.keys(paths).filter((path) => paths[path]?.get && !SPECIAL.includes(path))
  const answers: Answer[] = []
  const ids = new Map<string, readonly string[]>()
  const ask = async (path: string) => {
    const { status, body } = await api.get<{ data?: unknown }>(path)
    answers.push({ path, status, text: JSON.stringify(body) })
    return body?.data
  }
  for (const path of routes.filter((route) => !route.includes('{')))
    ids.set(path, idsIn(await ask(`${path}?${LIMIT}`)))
  for (const path of routes.filter((route) => route.includes('{')))
    for (const id of ids.get(listOf(path)) ?? []) await ask(path.replace(/\{\w+\}/, id))
  for (const path of more) await ask(path)
  return answers
}

/** `/trace/messages/{id}` is below `/messages`. */
function listOf(path: string): string {
  return path.slice(0, path.indexOf('/{')).replace('/trace', '')
}

function idsIn(data: unknown): readonly string[] {
  const items = Array.isArray(data) ? (data as { id?: unknown }[]) : []
  return items.flatMap(({ id }) => (id === undefined ? [] : [String(id)]))
}
