import { PartHeaders } from '@recado/command-api/media/part-headers'
import fc from 'fast-check'
import { test } from 'tap'

const file = (about: string | Buffer, type = 'application/pdf') =>
  part([Buffer.from('form-data; name="file"; '), Buffer.from(about)], type)
const field = (type: string) => part([Buffer.from('form-data; name="connection_id"')], type)

function part(disposition: readonly Buffer[], type: string): Buffer {
  const start = Buffer.from('--edge\r\nContent-Disposition: ')
  return Buffer.concat([
    start,
    ...disposition,
    Buffer.from(`\r\nContent-Type: ${type}\r\n\r\nx\r\n`),
  ])
}

/** What is wrong with a form, given in pieces of this size. */
function problemOf(parts: readonly Buffer[], size = 7) {
  const headers = new PartHeaders('multipart/form-data; boundary="edge"')
  const form = Buffer.concat([...parts, Buffer.from('--edge--\r\n')])
  for (let at = 0; at < form.length; at += size) headers.push(form.subarray(at, at + size))
  return headers.problem
}

const NOT_UTF8 = { status: 400, code: 'invalid_body' }
const OTHER_CHARSET = { status: 415, code: 'unsupported_media_type' }

test('names of files and fields are UTF-8', async (t) => {
  const latin1 = Buffer.from('filename="orçamento.pdf"', 'latin1')
  const wrong = ["filename*=UTF-8''or%E7amento.pdf", "filename*=utf-8'pt'%ff.pdf", latin1]
  for (const about of wrong)
    t.match(problemOf([field('text/plain'), file(about)]), NOT_UTF8, String(about))
  for (const about of ["filename*=shift_jis''%83%65.pdf", 'filename="a"; filename*=utf-16\'\'a'])
    t.match(problemOf([file(about)]), OTHER_CHARSET, about)
  for (const about of [
    'filename="orçamento 100% 👍.pdf"',
    "filename*=UTF-8''or%C3%A7amento.pdf",
    "filename*=iso-8859-1'pt'or%E7amento.pdf",
    'filename="\ufffd"',
  ])
    t.equal(problemOf([file(about)]), null, about)
})

test('a header has at most 8 KB, however it comes', async (t) => {
  for (const size of [1_000, 20_000])
    t.match(
      problemOf([file(`filename="${'a'.repeat(9_000)}"`)], size),
      size < 9_000 ? NOT_UTF8 : null,
    )
  t.equal(problemOf([file(`filename="${'a'.repeat(4_000)}"`)], 1), null)
})

test('a text says no other charset than UTF-8, and a file may', async (t) => {
  for (const charset of ['iso-8859-1', '"windows-1252"', 'UTF-16'])
    t.match(problemOf([field(`text/plain; charset=${charset}`)]), OTHER_CHARSET, charset)
  for (const type of ['text/plain', 'text/plain;charset=utf-8', 'text/plain; charset="UTF8"'])
    t.equal(problemOf([field(type)]), null, type)
  const named = file('filename="a.csv"', 'text/csv; charset=iso-8859-1')
  t.equal(problemOf([named, field('text/plain')]), null)
  t.equal(problemOf([field('application/octet-stream; charset=iso-8859-1')]), null)
})

test('what is said does not depend on where the form is cut', async (t) => {
  const good = file('filename="--edge.pdf"')
  const bad = field('text/plain; charset=latin1')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.array(fc.constant(good)), (size, files) => {
      t.match(problemOf([...files, bad, good], size), OTHER_CHARSET)
      t.equal(problemOf(files, size), null)
    }),
    { numRuns: 100 },
  )
})

test('bytes of a file are no header, and a form without a boundary has none', async (t) => {
  const csv = Buffer.concat([
    file('filename="a.eml"'),
    Buffer.from('Content-Type: text/plain; charset=x\r\n\r\n'),
  ])
  t.equal(problemOf([csv]), null)
  const without = new PartHeaders('multipart/form-data')
  without.push(field('text/plain; charset=latin1'))
  t.equal(without.problem, null)
})
