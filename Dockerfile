# Runs `npm start` in a container. README, "In a container", describes how to build and run the image.
FROM node:24-bookworm-slim

WORKDIR /app

# Packages change less often than code. Their install scripts would download Node.js, which the image already contains.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

COPY lib ./lib
COPY functions ./functions
COPY events ./events
COPY bin ./bin

# A volume for DATA_DIR: data in the container itself is deleted with it.
RUN mkdir /data && chown node:node /data
USER node

# The container's own loopback is not reachable from outside.
ENV HOST=0.0.0.0 PORT=3000
EXPOSE 3000

# Any response counts as healthy: without a key it is 401.
HEALTHCHECK --interval=10s --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/v2/health')"

CMD ["node", "bin/local.ts"]
