import { z } from 'zod'
import { textOfKind } from '../bounds.ts'
import { ProviderId } from '../kinds.ts'

/** A public address from which the provider fetches a file. */
export const FileLink = textOfKind('url')
  .refine(isHttp, 'must be an http or https address')
  .describe('A public address of the file, http or https.')

/** A file inside a native object: uploaded before, or at a public address. */
export const NativeFile = z
  .looseObject({
    id: ProviderId.optional().describe('From POST /media; instead of link.'),
    link: FileLink.optional(),
  })
  .refine(({ id, link }) => (id === undefined) !== (link === undefined), {
    error: 'must have either id or link',
  })

function isHttp(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}
