-- Unlogged: counting waits for no disk, and a count that a crash loses only begins again.
CREATE UNLOGGED TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
