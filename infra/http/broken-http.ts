import type { Socket } from 'node:net'
import { HttpProblem } from './http-problem.ts'
import { problemBody } from './problems.ts'

/** What is not HTTP, or too large a header, never becomes a request: the answer goes straight to the socket. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = problemBody(new HttpProblem(400, 'invalid_body', 'the request is not valid HTTP'))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
