import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { type Io, UsageError } from '../io.ts'
import { plainJson, plainText } from '../plain.ts'
import { openSession } from '../session.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type Options = { readonly data?: string; readonly header: readonly string[] }

export function apiCommand(io: Io): Command {
  return new Command('api')
    .description('call any route: recado api GET "/contacts?limit=10"')
    .argument('<method>', METHODS.join(', '))
    .argument('<path>', 'below the base URL')
    .option('-d, --data <json>', 'the body; @file reads it from a file, - from standard input')
    .option('-H, --header <name: value>', 'a further header', appendHeader, [])
    .action(async (name: string, path: string, options: Options, command: Command) => {
      const { recado } = await openSession(io, command)
      const method = name.toUpperCase()
      if (!METHODS.includes(method))
        throw new UsageError(`the method is one of ${METHODS.join(', ')}`)
      if (method === 'GET' && options.data !== undefined)
        throw new UsageError('GET has no body: leave out --data')
      const body = options.data === undefined ? null : await bodyOf(options.data)
      const headers = {
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(options.header.map(headerOf)),
      }
      const answer = await recado().fetch(path, { method, headers, body })
      await printAnswer(answer, io)
    })
}

async function printAnswer(answer: Response, io: Io): Promise<void> {
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  if (isJson) return io.write(`${plainJson(JSON.parse(await answer.text()), 2)}\n`)
  // A file gets the exact bytes; on a terminal, control characters are removed.
  if (io.isTerminal) return io.write(plainText(await answer.text()))
  for await (const chunk of answer.body ?? []) await io.write(chunk)
}

async function bodyOf(data: string): Promise<string> {
  if (data === '-') return text(process.stdin)
  if (!data.startsWith('@')) return data
  return readFile(data.slice(1), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--data ${data} cannot be read: ${error.code ?? error.message}`)
  })
}

function headerOf(line: string): [string, string] {
  const at = line.indexOf(':')
  if (at < 1) throw new UsageError(`${line} is not a header: write -H 'name: value'`)
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

function appendHeader(header: string, before: readonly string[]): readonly string[] {
  return [...before, header]
}
