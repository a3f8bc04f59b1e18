import { readFile } from 'node:fs/promises'
import type { KnownRoute } from './unknown-routes.ts'

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url)

/** The document of the API. @param publicUrl the setting PUBLIC_URL, under which the document then names the server */
export async function readOpenapi(publicUrl: string | null = null): Promise<Buffer> {
  const document = await readFile(DOCUMENT).catch((cause) => {
    throw new Error('docs/openapi.json is missing; write it with npm run docs', { cause })
  })
  return withPublicServer(document, publicUrl)
}

/** Names the public address first. The path alone stays: it leads to wherever the document was fetched. */
function withPublicServer(document: Buffer, publicUrl: string | null): Buffer {
  if (publicUrl === null) return document
  const json = JSON.parse(String(document)) as { servers: { url: string }[] }
  const known = json.servers.map((server) => ({
    url: publicUrl + server.url,
    description: 'The public address.',
  }))
  return Buffer.from(JSON.stringify({ ...json, servers: [...known, ...json.servers] }, null, 2))
}

const DASHBOARD_DOCUMENT = new URL('../../docs/dashboard-openapi.json', import.meta.url)

/** The document of the dashboard's routes, otherwise like `readOpenapi`. */
export async function readDashboardOpenapi(publicUrl: string | null = null): Promise<Buffer> {
  const document = await readFile(DASHBOARD_DOCUMENT).catch((cause) => {
    throw new Error('docs/dashboard-openapi.json is missing; write it with npm run docs', { cause })
  })
  return withPublicServer(document, publicUrl)
}

/** Every route of both documents, at each address that serves it. */
export function publishedRoutes(openapi: Buffer, ofDashboard: Buffer): KnownRoute[] {
  return [
    ...routesOf(openapi, '/api/v1'),
    ...routesOf(openapi, '/dashboard/v1'),
    ...routesOf(ofDashboard, '/dashboard/v1'),
  ]
}

function routesOf(openapi: Buffer, basePath: string): KnownRoute[] {
  const { paths } = JSON.parse(String(openapi)) as {
    paths: Record<string, Record<string, unknown>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => METHODS.has(method))
      .map((method) => ({ method: method.toUpperCase(), url: `${basePath}${path}` })),
  )
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch'])
