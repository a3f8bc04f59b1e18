/** A form that uploads a PDF to a connection, for clients that send text. */
export function uploadForm(connectionId: string) {
  const part = (about: string, content: string) =>
    `--edge\r\ncontent-disposition: form-data; ${about}\r\n\r\n${content}\r\n`
  const file = 'name="file"; filename="a.pdf"\r\ncontent-type: application/pdf'
  const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: `${part('name="connection_id"', connectionId)}${part(file, pdf)}--edge--\r\n`,
  }
}
