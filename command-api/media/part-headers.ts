import { HttpProblem } from '@recado/infra/http/http-problem'
import { isUtf8Encoded, requireUtf8Charset, utf8Body } from '@recado/infra/http/utf8'

/** The longest header: each of its chunks is searched together with all earlier ones. */
const MAX_HEADER_BYTES = 8 * 1_024
const HEADER_END = Buffer.from('\r\n\r\n')
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^;\s]+))/i
const FILENAME = /;\s*filename\*?\s*=/i
/** RFC 5987, as older clients write names that are not ASCII. */
const EXTENDED_NAME = /;\s*filename\*\s*=\s*"?([^'";]*)'[^']*'([^";\r\n]*)/i

/**
 * Checks the header of each part of a form while the form is read. The form's parser reports neither the charset of a part
 * nor the bytes of a name, and replaces what is not UTF-8.
 */
export class PartHeaders {
  /**
   * 400 for a name that is not UTF-8 or a header above 8 KB, 415 for a text in another charset; null while nothing is
   * wrong.
   */
  problem: HttpProblem | null = null
  readonly #delimiter: Buffer | null
  #isInHeader = false
  #rest: Buffer = Buffer.alloc(0)

  /** @param contentType of the form */
  constructor(contentType: string) {
    const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
    const boundary = quoted ?? plain
    this.#delimiter = boundary === undefined ? null : Buffer.from(`--${boundary}\r\n`, 'latin1')
  }

  push(chunk: Buffer): void {
    if (this.#delimiter === null || this.problem !== null) return
    let bytes: Buffer = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const sought = this.#isInHeader ? HEADER_END : this.#delimiter
      const at = bytes.indexOf(sought)
      if (at < 0) break
      if (this.#isInHeader) this.#judge(bytes.subarray(0, at))
      bytes = bytes.subarray(at + sought.length)
      this.#isInHeader = !this.#isInHeader
    }
    this.#rest = this.#isInHeader ? bytes : bytes.subarray(-this.#delimiter.length)
    if (this.#isInHeader && bytes.length > MAX_HEADER_BYTES) this.problem = tooLong()
  }

  #judge(header: Buffer): void {
    try {
      checkHeader(header)
    } catch (problem) {
      if (!(problem instanceof HttpProblem)) throw problem
      this.problem ??= problem
    }
  }
}

function tooLong(): HttpProblem {
  return new HttpProblem(400, 'invalid_body', 'the header of a part of the form exceeds 8 KB')
}

function checkHeader(bytes: Buffer): void {
  const header = utf8Body(bytes)
  const disposition = fieldOf(header, 'content-disposition')
  const type = fieldOf(header, 'content-type')
  const [, charset, name = ''] = EXTENDED_NAME.exec(disposition) ?? []
  if (charset !== undefined) requireReadableName(charset, name)
  const isFile = FILENAME.test(disposition) || /^application\/octet-stream\b/i.test(type)
  if (!isFile) requireUtf8Charset(type)
}

function requireReadableName(charset: string, name: string): void {
  if (/^iso-8859-1$/i.test(charset)) return
  requireUtf8Charset(`;charset=${charset}`)
  if (!isUtf8Encoded(name.replace(/%(?![\da-f]{2})/gi, '')))
    throw new HttpProblem(400, 'invalid_body', 'the name of the file is not UTF-8')
}

/** The value of a header field, without its folds; empty when it is missing. */
function fieldOf(header: string, name: string): string {
  const lines = header.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const field = lines.find((line) => line.toLowerCase().startsWith(`${name}:`))
  return field?.slice(name.length + 1).trim() ?? ''
}
