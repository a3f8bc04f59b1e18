import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type PageFile, pageType } from '@recado/infra/http/page-files'

const compress = promisify(brotliCompress)

/** A file of a page with its compressed copy. @param quality of the compression; 10 takes a second for each megabyte */
export async function packFile(name: string, bytes: Buffer, quality = 10): Promise<PageFile> {
  const type = pageType(name)
  if (type === null) throw new Error(`${name} is no file of a page; say its type in page-files.ts`)
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return { type, bytes, brotli: await compress(bytes, { params }) }
}
