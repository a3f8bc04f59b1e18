import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a `/_sim` route: what it does, and the fields of its body. docs/simulator.md shows it. */
    about?: string
  }
  interface FastifyInstance {
    controls: ControlRoute[]
  }
}

/** A route by which a person or a test controls a simulator. */
export type ControlRoute = { readonly method: string; readonly url: string; readonly about: string }

/** What fastify keeps of a route for `docs/simulator.md`. */
export function about(text: string): { config: { about: string } } {
  return { config: { about: text } }
}

/** Collects the `/_sim` routes that are added from now on. @throws at a route that does not say what it does */
export function collectControls(app: FastifyInstance): void {
  const controls: ControlRoute[] = []
  app.decorate('controls', controls)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/_sim') || method === 'HEAD') return
    if (config?.about === undefined) throw new Error(`${url} does not say what it does: about('…')`)
    controls.push({ method: String(method), url, about: config.about })
  })
}
