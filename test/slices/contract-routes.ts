import type { Call } from '../kit/api-client.ts'
import { uploadForm } from '../kit/upload-form.ts'

/** Ids of one account, by the first segment of the paths that take them. */
export type Ids = Record<Named, string>
type Named = 'connections' | 'contacts' | 'stages' | 'conversations' | 'messages' | 'media'

type Request = { readonly query?: string; readonly body?: unknown; readonly form?: string }

/** A route as the contract describes it. */
export type Row = {
  readonly method: Call['method']
  readonly path: string
  readonly scope: 'read' | 'write'
  /** `O` also needs the Official or Agency plan. */
  readonly availability: 'B' | 'O'
  /** The statuses of success: of the first call, and of later ones. */
  readonly success: readonly [number, number]
  readonly needs: (ids: Ids) => Request
}

type Operation = {
  readonly security: readonly { readonly apiKey: readonly string[] }[]
  readonly tags: readonly string[]
  readonly requestBody?: { readonly required: boolean }
}

/** What these tests read of the OpenAPI document. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export const problem = (code: string, message: string) => ({ error: { code, message } })
export const NO_KEY = problem(
  'unauthorized',
  'send your key in the header "Authorization: Bearer <API_KEY>"',
)
export const UNKNOWN_KEY = problem('unauthorized', 'the API key is unknown or revoked')
export const UPGRADE = problem(
  'upgrade_required',
  'this needs the Official or Agency plan; upgrade the account to use it',
)
export const NOT_FOUND = problem('not_found', 'not found in this account; check the id')

const nothing = () => ({})
const phone = '5531987654321'
/** Identities that no earlier call has sent. */
let people = 0

function row(
  [method, path, scope, availability]: readonly [Call['method'], string, 'r' | 'w', 'B' | 'O'],
  success: number | readonly [number, number] = 200,
  needs: Row['needs'] = nothing,
): Row {
  return {
    ...{ method, path, availability, needs },
    scope: scope === 'r' ? 'read' : 'write',
    success: typeof success === 'number' ? [success, success] : success,
  }
}

const ofConnection = ({ connections }: Ids) => ({ query: `connection_id=${connections}` })
const sent = (content: object) => (ids: Ids) => ({
  body: { conversation_id: ids.conversations, ...content },
})
const text = { text: 'Oi' }
const image = { type: 'image', media: { link: 'https://shop.example/bolo.png' } }
const parameters = ['Ana', '#991'].map((text) => ({ type: 'text', text }))
const template = {
  template: {
    ...{ name: 'order_ready', language: 'pt_BR' },
    components: [{ type: 'body', parameters }],
  },
}
const buttons = [{ type: 'reply', reply: { id: 'yes', title: 'Sim' } }]
const interactive = {
  interactive: { type: 'button', body: { text: 'Confirma?' }, action: { buttons } },
}

/** Every route of the contract, in its order: method, path, scope, availability, success. */
export const ROWS: readonly Row[] = [
  row(['GET', '/connections', 'r', 'B']),
  row(['GET', '/connections/{id}', 'r', 'B']),
  row(['GET', '/connections/{id}/health', 'r', 'O']),
  row(['GET', '/connections/{id}/profile', 'r', 'O']),
  row(['PATCH', '/connections/{id}/profile', 'w', 'O'], 200, () => ({ body: { about: 'Olá' } })),

  row(['GET', '/contacts', 'r', 'B']),
  row(['GET', '/contacts/{id}', 'r', 'B']),
  row(['POST', '/contacts', 'w', 'B'], 201, ({ connections }) => ({
    body: { connection_id: connections, username: `person.${++people}` },
  })),
  row(['PATCH', '/contacts/{id}', 'w', 'B'], 200, () => ({ body: { name: 'Ana' } })),

  row(['GET', '/stages', 'r', 'B']),
  row(['POST', '/stages', 'w', 'B'], 201, () => ({ body: { name: 'Novo' } })),
  row(['PATCH', '/stages/{id}', 'w', 'B'], 200, () => ({ body: { name: 'Outro' } })),
  row(['DELETE', '/stages/{id}', 'w', 'B']),

  row(['GET', '/sales', 'r', 'O']),

  row(['GET', '/conversations', 'r', 'B']),
  row(['GET', '/conversations/resolve', 'r', 'B'], 200, ({ connections }) => ({
    query: `connection_id=${connections}&phone=${phone}`,
  })),
  row(['GET', '/conversations/{id}', 'r', 'B']),
  row(['PATCH', '/conversations/{id}', 'w', 'B'], 200, () => ({ body: { tags: ['vip'] } })),
  row(['GET', '/conversations/{id}/messages', 'r', 'B']),

  row(['POST', '/messages', 'w', 'B'], 202, sent(text)),
  row(['POST', '/messages', 'w', 'B'], 202, (ids) => ({
    body: { connection_id: ids.connections, recipient: { contact_id: ids.contacts }, ...text },
  })),
  row(['POST', '/messages', 'w', 'O'], 202, sent(image)),
  row(['GET', '/messages', 'r', 'B']),
  row(['GET', '/messages/{id}', 'r', 'B']),
  row(['POST', '/messages/{id}/read', 'w', 'O']),
  row(['POST', '/messages/text', 'w', 'B'], 202, sent(text)),
  row(['POST', '/messages/media', 'w', 'O'], 202, sent(image)),
  row(['POST', '/messages/template', 'w', 'O'], 202, sent(template)),
  row(['POST', '/messages/interactive', 'w', 'O'], 202, sent(interactive)),

  row(['POST', '/media', 'w', 'O'], 201, ({ connections }) => ({ form: connections })),
  row(['GET', '/media/{id}', 'r', 'O'], 200, ofConnection),
  row(['GET', '/media/{id}/download', 'r', 'O'], 200, ofConnection),
  row(['DELETE', '/media/{id}', 'w', 'O'], 200, ofConnection),

  row(['GET', '/templates', 'r', 'B']),

  row(['GET', '/webhooks', 'r', 'B']),
  row(['PUT', '/webhooks', 'w', 'B'], [201, 200], ({ connections }) => ({
    body: { connection_id: connections, url: 'https://shop.example/hook' },
  })),
  row(['DELETE', '/webhooks', 'w', 'B'], 200, ofConnection),
  row(['GET', '/webhooks/deliveries', 'r', 'B']),
  row(['GET', '/webhook-events', 'r', 'B']),
]

/** A call of a route with the ids of an account. */
export function callOf({ method, path, needs }: Row, ids: Ids): Call {
  const { query, body, form } = needs(ids)
  const id = ids[path.split('/')[1] as Named]
  const at = `${path.replace('{id}', id)}${query === undefined ? '' : `?${query}`}`
  if (form !== undefined) return { method, path: at, ...uploadForm(form) }
  return { method, path: at, ...(body === undefined ? {} : { body }) }
}

/** The names of the ids that a call of a route carries. */
export function namesIn(row: Row, ids: Ids): readonly Named[] {
  return (Object.keys(ids) as Named[]).filter((name) =>
    JSON.stringify(callOf(row, { ...ids, [name]: `<${name}>` })).includes(`<${name}>`),
  )
}

/** A call without a body of every operation that has one, and whether the document requires it. */
export function withoutBody({ paths }: Document, ids: Ids) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) =>
      requestBody === undefined ? [] : [{ ...callAt(method, path, ids), ...requestBody }],
    ),
  )
}

function callAt(method: string, path: string, ids: Ids): Call {
  const named = path.split('/')[1] as Named
  return { method: method.toUpperCase() as Call['method'], path: path.replace('{id}', ids[named]) }
}

/** Whether the route makes something whose id later routes of the table take. */
export function isKept({ method, path }: Row): boolean {
  return method === 'POST' && (path === '/stages' || path === '/media')
}
