# Nothing of these three stages belongs to one platform: an image for another needs emulation for its last step alone.
FROM --platform=$BUILDPLATFORM node:26.10.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS build
RUN npm ci
COPY . .
RUN npm run build

FROM base AS packages
# Without types, maps, tests and programs for other systems, which are half of it, and without the build before a start.
RUN npm ci --omit=dev && npm pkg delete scripts.prestart && \
  find node_modules -type f \( -name '*.ts' -o -name '*.[cm]ts' -o -name '*.map' -o -name '*.bare' \) -delete && \
  find node_modules -depth -type d \( -name test -o -name tests -o -path '*/prebuilds/*' ! -name 'linux-*' \) -exec rm -r {} +

FROM node:26.10.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PORT=3003
# Empty here, so that a new volume belongs to the user who writes it.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
COPY .npmrc CHANGELOG.md LICENSE ./
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3003
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "const { HOST = '::', PORT } = process.env, host = ['', '::', '0.0.0.0'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST; fetch(`http://${host}:${PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=2", "--v8-pool-size=1", "--heap-growing-percent=50", "dist/main.js"]
