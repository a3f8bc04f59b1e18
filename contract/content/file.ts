import { z } from 'zod'

/** A public address that the provider fetches a file from. */
export const FileLink = z.string().max(2048).refine(isHttp, 'must be an http or https address')

/** A file inside a native object: uploaded before, or at a public address. */
export const NativeFile = z
  .looseObject({ id: z.string().min(1).optional(), link: FileLink.optional() })
  .refine(({ id, link }) => (id === undefined) !== (link === undefined), {
    error: 'must have either id or link',
  })

function isHttp(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}
