# syntax=docker/dockerfile:1
ARG NODE=node:26.10.0-bookworm-slim

# Nothing that these two stages make belongs to one platform, so an image for another needs no emulation to build.
FROM --platform=$BUILDPLATFORM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM --platform=$BUILDPLATFORM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE}
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PORT=3003
# Empty here, so that a new volume belongs to the user who writes it.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
# package.json says where `#room/...` leads.
COPY package.json CHANGELOG.md LICENSE ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3003
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "const { HOST = '::', PORT } = process.env, host = ['', '::', '0.0.0.0'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST; fetch(`http://${host}:${PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=2", "dist/main.js"]
