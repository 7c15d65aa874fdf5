// Checks a log with Go's own sumdb packages, which Deedbox did not write: note.Open, then tlog.CheckRecord of every entry
// and tlog.CheckTree from an earlier head. tlog.ParseTree is not used: it takes only Go's own origin.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type head struct {
	size int64
	root tlog.Hash
}

func fail(what string, err error) {
	if err != nil {
		fmt.Printf("%s: %v\n", what, err)
		os.Exit(1)
	}
}

func hashOf(text string) tlog.Hash {
	var hash tlog.Hash
	bytes, err := base64.StdEncoding.DecodeString(text)
	fail("base64", err)
	if copy(hash[:], bytes) != len(hash) || len(bytes) != len(hash) {
		fail("hash", fmt.Errorf("%d bytes", len(bytes)))
	}
	return hash
}

func hashesOf(texts []string) []tlog.Hash {
	hashes := []tlog.Hash{}
	for _, text := range texts {
		hashes = append(hashes, hashOf(text))
	}
	return hashes
}

func open(signed string, key string) head {
	verifier, err := note.NewVerifier(key)
	fail("verifier key", err)
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	fail("note", err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		fail("checkpoint", fmt.Errorf("%q", opened.Text))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	fail("size", err)
	return head{size, hashOf(lines[2])}
}

func main() {
	var given struct {
		Key, Older, Newer string
		Consistency       []string
		Entries           []struct {
			Entry string
			Proof []string
		}
	}
	fail("input", json.NewDecoder(os.Stdin).Decode(&given))
	older, newer := open(given.Older, given.Key), open(given.Newer, given.Key)
	fail("consistency", tlog.CheckTree(hashesOf(given.Consistency), newer.size, newer.root, older.size, older.root))
	if int64(len(given.Entries)) != newer.size {
		fail("entries", fmt.Errorf("%d of %d", len(given.Entries), newer.size))
	}
	for index, one := range given.Entries {
		entry, err := base64.StdEncoding.DecodeString(one.Entry)
		fail("entry", err)
		fail(fmt.Sprintf("entry %d", index), tlog.CheckRecord(hashesOf(one.Proof), newer.size, newer.root, int64(index), tlog.RecordHash(entry)))
	}
	fmt.Printf("%d entries\n", newer.size)
}
