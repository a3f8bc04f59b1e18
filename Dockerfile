# One image for every process of the product: its command is `command-api.mjs`, `query-api.mjs` or `projectors.mjs`. The image
# also contains the operator's commands, which docs/operations.md lists.
# Pin the base image by digest when you build: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts
RUN npm run build

FROM ${NODE_IMAGE}
ENV NODE_ENV=production NODE_OPTIONS="--enable-source-maps --max-semi-space-size=64"
WORKDIR /recado
COPY --from=build --chown=root:root /src/dist/ ./
USER node
EXPOSE 8080 9090
# The internal port reports whether the process lives; it is not published.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.INTERNAL_PORT ?? 9090}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "command-api.mjs"]
