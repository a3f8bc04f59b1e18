import { readDashboardOpenapi, readOpenapi } from '@recado/infra/http/openapi-file'
import { test } from 'tap'

type Document = { servers: { url: string }[]; paths: object }

const read = async (document: Promise<Buffer>) => JSON.parse(String(await document)) as Document

test('the documents name the public address first, and the path alone without one', async (t) => {
  const documents = [
    [readOpenapi, '/api/v1'],
    [readDashboardOpenapi, '/dashboard/v1'],
  ] as const
  for (const [readOf, path] of documents) {
    const plain = await read(readOf())
    const served = await read(readOf('https://api.example'))
    t.same(urls(plain), [path])
    t.same(urls(served), [`https://api.example${path}`, path])
    t.same(served.paths, plain.paths)
  }
})

function urls({ servers }: Document): string[] {
  return servers.map(({ url }) => url)
}
