import { readFile } from 'node:fs/promises'
import type { KnownRoute } from './unknown-routes.ts'

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url)

export async function readOpenapi(): Promise<Buffer> {
  return readFile(DOCUMENT).catch((cause) => {
    throw new Error('docs/openapi.json is missing; write it with npm run docs', { cause })
  })
}

const OF_DASHBOARD = new URL('../../docs/dashboard-openapi.json', import.meta.url)

export async function readDashboardOpenapi(): Promise<Buffer> {
  return readFile(OF_DASHBOARD).catch((cause) => {
    throw new Error('docs/dashboard-openapi.json is missing; write it with npm run docs', { cause })
  })
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
