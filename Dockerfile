# One image, four programs: the command decides (see docker-compose.yml).
FROM node:24-slim AS build
WORKDIR /app
RUN npm install --global pnpm@12
COPY . .
RUN pnpm install --frozen-lockfile && pnpm --filter @carewatch/web build

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=build --chown=node:node /app /app
USER node
