import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { Uuid } from '@recado/contract/ids'
import { HttpProblem, invalidInput, rateLimited } from '@recado/infra/http/http-problem'
import { requireUtf8Charset } from '@recado/infra/http/utf8'
import type { FastifyRequest } from 'fastify'
import { PartHeaders } from './part-headers.ts'
import { type Spool, type Spooled, spool } from './spool.ts'

/** The contract's limit for a file, in bytes; the provider has lower limits for most types. */
export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024

export type Upload = {
  readonly connection_id: string
  readonly file: Spooled
  readonly declared: string
  readonly filename: string | null
}

type Form = { connection_id: unknown; upload: Omit<Upload, 'connection_id'> | null }

/**
 * Reads the form of POST /media, its parts in any order. Excess bytes are read and discarded, because a client that is
 * still sending would not see the answer.
 * @throws HttpProblem 400 for a malformed form or one that is not UTF-8, 415 for another content type or charset, 422
 * when a part breaks a rule, 429 when running uploads leave no space
 */
export async function readUpload(request: FastifyRequest, target: Spool): Promise<Upload> {
  const { connection_id, upload } = await readForm(request, target)
  if (connection_id === undefined) throw invalidInput('connection_id is required')
  const id = Uuid.safeParse(connection_id)
  if (!id.success) throw invalidInput('connection_id must be a UUID')
  if (upload === null) throw invalidInput('file is required')
  return { connection_id: id.data, ...upload }
}

async function readForm(request: FastifyRequest, target: Spool): Promise<Form> {
  const form: Form = { connection_id: undefined, upload: null }
  if (request.headers['content-type'] === undefined || isEmpty(request)) return form
  if (!request.isMultipart()) throw notAForm()
  const headers = new PartHeaders(request.headers['content-type'])
  request.raw.on('data', (chunk) => headers.push(chunk))
  try {
    for await (const part of formParts(request)) {
      if (part.type === 'file') form.upload = await readFile(part, target)
      else readText(part, form)
      if (headers.problem !== null) throw headers.problem
    }
    return form
  } catch (error) {
    throw problemOf(error)
  }
}

/** An empty body counts as no body, whatever its content type (contract). */
function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

function formParts(request: FastifyRequest) {
  const limits = { files: 1, fields: 10, fieldSize: 1_024, fileSize: MAX_UPLOAD_BYTES }
  return request.parts({ limits })
}

function readText({ fieldname, value }: MultipartValue, form: Form): void {
  // The parser has replaced bytes that are not UTF-8. No valid value contains the replacement character itself.
  if (typeof value === 'string') requireUtf8(value)
  // The form's own charset, RFC 7578, 4.6.
  if (fieldname === '_charset_') requireUtf8Charset(`;charset=${value}`)
  if (fieldname === 'connection_id') form.connection_id = value
}

function requireUtf8(text: string): void {
  if (!text.includes('\ufffd')) return
  throw new HttpProblem(400, 'invalid_body', 'a text of the form is not UTF-8')
}

async function readFile(part: MultipartFile, target: Spool): Promise<Form['upload']> {
  if (part.fieldname !== 'file') {
    part.file.resume()
    throw invalidInput(
      `file is required; the form has a file in the field ${part.fieldname} instead`,
    )
  }
  const file = await spool(target, part.file)
  if (file === null) throw noSpace()
  if (part.file.truncated) throw invalidInput('file must have at most 100 MB')
  return { file, declared: part.mimetype, filename: storableName(part.filename) }
}

/** The name without control characters and lone surrogates, which the log cannot store; null when nothing is left. */
export function storableName(filename: string | undefined): string | null {
  return filename?.slice(0, 255).replace(/[\p{Cc}\p{Cs}]/gu, '') || null
}

function noSpace(): HttpProblem {
  const message =
    'running uploads use all of the available space; wait until some end and try again'
  return rateLimited(message, 5)
}

function notAForm(): HttpProblem {
  return new HttpProblem(
    415,
    'unsupported_media_type',
    'send the file as multipart/form-data with the fields connection_id and file',
  )
}

function problemOf(error: unknown): unknown {
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  // Our own problems, and errors of the disk.
  if (error instanceof HttpProblem || syscall !== undefined) return error
  if (code.endsWith('_LIMIT'))
    return invalidInput('file must be one file; beside it send only connection_id')
  return new HttpProblem(400, 'invalid_body', 'the form could not be read; check its boundary')
}
