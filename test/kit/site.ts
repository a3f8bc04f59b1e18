import { buildPages } from '@recado/build/page/pages'
import { buildApp as buildCommandApp } from '@recado/command-api/app'
import type { Simulators } from '@recado/infra/http/sign-in/simulators'
import { buildApp } from '@recado/query-api/app'
import { openFrontDoor } from '@recado/standalone/api/front-door'
import { usualBounds } from './bounds.ts'
import type { Ends } from './ends.ts'
import type { Product } from './product.ts'

let built: ReturnType<typeof buildPages> | undefined

/** The pages as they are served, built once per process. */
export function builtPage(): ReturnType<typeof buildPages> {
  built ??= buildPages()
  return built
}

/**
 * Serves a product and its dashboard behind one address, as `npm start` does.
 * @param simulators addresses of the simulated providers, which the page then steers
 * @returns the origin
 */
export async function openSite(
  product: Product,
  ends: Ends,
  simulators: Simulators | null = null,
): Promise<string> {
  const deps = { ...product.deps, simulators }
  const command = simulators === null ? product.commandApp : await buildCommandApp(deps)
  if (simulators !== null) ends.push(() => command.close())
  const query = await buildApp({ ...deps, page: await builtPage() })
  ends.push(() => query.close())
  const door = await openFrontDoor({ command, query, bounds: usualBounds })
  ends.push(() => door.close())
  await door.listen({ host: '127.0.0.1', port: 0 })
  const at = door.server.address()
  return `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
}
