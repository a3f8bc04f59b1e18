import { buildApp } from '@recado/command-api/app'
import type { Test } from 'tap'
import { type ApiClient, apiClient, inMemory } from './api-client.ts'
import type { Product } from './product.ts'

/** A client of the same product whose writes do not wait for the read models. */
export async function impatientClient(
  t: Test,
  { deps, queryApp }: Pick<Product, 'deps' | 'queryApp'>,
  key: string,
): Promise<ApiClient> {
  const command = await buildApp({ ...deps, config: { ...deps.config, READ_YOUR_WRITES_MS: 0 } })
  t.teardown(() => command.close())
  return apiClient(inMemory({ command, query: queryApp }), '/api/v1', key)
}
