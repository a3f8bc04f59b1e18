import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { HttpProblem } from './http-problem.ts'
import { problemBody } from './problems.ts'

/** Answers on the socket itself: invalid HTTP, a head that is too large or too slow never becomes a request. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  endWith(
    socket,
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new HttpProblem(
          408,
          'invalid_body',
          'the head of the request arrived too slowly; send it faster',
        )
      : new HttpProblem(400, 'invalid_body', 'the request is not valid HTTP'),
  )
}

export function endWith(socket: Socket, problem: HttpProblem): void {
  const body = problemBody(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
