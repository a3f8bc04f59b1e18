import { type Call, inMemory, type Reply } from './api-client.ts'
import type { Product } from './product.ts'

export const PASSWORD = 'correct horse battery'

/** A browser at the dashboard: it keeps its cookie and marks its requests as same-origin. */
export type Browser = {
  call<Body = unknown>(call: Call): Promise<Reply<Body>>
  get<Body = unknown>(path: string): Promise<Reply<Body>>
  post<Body = unknown>(path: string, body?: unknown): Promise<Reply<Body>>
  /** The cookie it sends; empty before it has one. */
  cookie(): string
}

/** Gives every browser its own `x-forwarded-for` address, because sign-in tries are counted by address. */
let browsers = 0

type Apis = Pick<Product, 'commandApp' | 'queryApp'>

/** A browser without a session. Paths are relative to /dashboard/v1. */
export function browser({ commandApp, queryApp }: Apis): Browser {
  const send = inMemory({ command: commandApp, query: queryApp })
  const address = `10.0.${browsers >> 8}.${browsers++ & 255}`
  let cookie = ''
  const call = async <Body>({ method, path, body, headers }: Call): Promise<Reply<Body>> => {
    const { status, text, ...answer } = await send({
      method,
      url: `/dashboard/v1${path}`,
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const given = answer.headers['set-cookie']
    if (given !== undefined) cookie = String(given).split(';')[0] ?? ''
    return { status, body: (text === '' ? null : JSON.parse(text)) as Body, ...answer }
  }
  return {
    call,
    get: (path) => call({ method: 'GET', path }),
    post: (path, body) => call({ method: 'POST', path, body }),
    cookie: () => cookie,
  }
}

/** Invites a user to an account, as the operator. @returns the token of the invitation's link */
export async function invited(
  { operator }: Pick<Product, 'operator'>,
  accountId: string,
  email: string,
  role = 'owner',
): Promise<string> {
  type Invited = { data: { setup_url: string } }
  const path = `/accounts/${accountId}/users`
  const { status, body } = await operator.post<Invited>(path, { email, name: 'Ana Reis', role })
  if (status !== 201) throw new Error(`the operator got ${status}: ${JSON.stringify(body)}`)
  return new URL(body.data.setup_url).hash.slice(1)
}

/** A browser in which a new user of an account is signed in. */
export async function signedIn(
  product: Product,
  accountId: string,
  email: string,
  role = 'owner',
): Promise<Browser> {
  const page = browser(product)
  const token = await invited(product, accountId, email, role)
  const { status, body } = await page.post('/setup', { token, password: PASSWORD })
  if (status !== 201) throw new Error(`the setup got ${status}: ${JSON.stringify(body)}`)
  return page
}
