import { t as file } from 'tap'
import { type Ends, endAll } from './ends.ts'
import { placeFor } from './place.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'
import { sharesServers } from './product-servers.ts'

type Options = Pick<ProductOptions, 'settings'>

/**
 * The product that all tests of a file share, each in accounts of its own. Where files run in turn over the same servers,
 * it is the product of their worlds.
 */
export async function sharedProduct({ settings = {} }: Options = {}): Promise<Product> {
  const ends: Ends = []
  // As a method of the file: only then does tap end the file while the product still runs.
  file.teardown(() => endAll(ends))
  if (sharesServers()) return (await placeFor({ settings }, ends)).product()
  const product = await startProduct({ settings })
  ends.push(() => product.stop())
  return product
}
