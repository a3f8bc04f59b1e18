// Judges a log by the reference programs of signed notes, tiles and proofs, golang.org/x/mod/sumdb, which know nothing of
// Recado: judge <address of /log> <API key> <public key> [<file.checkpoint or file.tlog-proof>...]
// Each file has to be of the same tree. Prints a line for each thing that holds; ends with 1 at the first that does not.
package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	tileWidth  = 256
)

func main() {
	if len(os.Args) < 4 {
		fail(errors.New("judge <address of /log> <API key> <public key> [<file>...]"))
	}
	verifier, err := note.NewVerifier(os.Args[3])
	fail(err)
	log := server{os.Args[1], os.Args[2], map[tlog.Tile][]byte{}}
	text, err := log.get("checkpoint")
	fail(err)
	newest, err := opened(text, verifier)
	fail(err)
	fmt.Printf("signed: %d leaves\n", newest.N)
	hashes := tlog.TileHashReader(newest, log)
	judgeTiles(newest, hashes)
	for _, file := range os.Args[4:] {
		bytes, err := os.ReadFile(file)
		fail(err)
		if strings.HasSuffix(file, ".tlog-proof") {
			judgeProof(string(bytes), verifier)
		} else {
			judgeGrowth(bytes, verifier, newest, hashes)
		}
	}
}

// Every hash of every tile leads to the root that was signed.
func judgeTiles(newest tlog.Tree, hashes tlog.HashReader) {
	for start := int64(0); start < newest.N; start += tileWidth {
		indexes := []int64{}
		for n := start; n < newest.N && n < start+tileWidth; n++ {
			indexes = append(indexes, tlog.StoredHashIndex(0, n))
		}
		_, err := hashes.ReadHashes(indexes)
		fail(err)
	}
	root, err := tlog.TreeHash(newest.N, hashes)
	fail(err)
	if root != newest.Hash {
		fail(errors.New("the tiles do not give the root"))
	}
	fmt.Println("tiles: all leaves give the root")
}

func judgeGrowth(text []byte, verifier note.Verifier, newest tlog.Tree, hashes tlog.HashReader) {
	before, err := opened(text, verifier)
	fail(err)
	proof, err := tlog.ProveTree(newest.N, before.N, hashes)
	fail(err)
	fail(tlog.CheckTree(proof, newest.N, newest.Hash, before.N, before.Hash))
	fmt.Printf("grown: from %d leaves\n", before.N)
}

func judgeProof(text string, verifier note.Verifier) {
	head, checkpoint, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		fail(errors.New("no proof of the first version"))
	}
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	fail(err)
	var claim struct{ Record string }
	fail(json.Unmarshal(extra, &claim))
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	fail(err)
	proof := tlog.RecordProof{}
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		fail(err)
		proof = append(proof, hash)
	}
	tree, err := opened([]byte(checkpoint), verifier)
	fail(err)
	fail(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash([]byte(claim.Record))))
	fmt.Printf("proven: leaf %d of %d\n", index, tree.N)
}

// A checkpoint that the key has signed, and that is one of its tree.
func opened(text []byte, verifier note.Verifier) (tlog.Tree, error) {
	signed, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, errors.New("a checkpoint of another tree")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	hash, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: hash}, err
}

type server struct {
	address, key string
	saved        map[tlog.Tile][]byte
}

func (of server) Height() int { return tileHeight }

// Hears of tiles once they are known to lead to the root.
func (of server) SaveTiles(tiles []tlog.Tile, data [][]byte) {
	for n, tile := range tiles {
		of.saved[tile] = data[n]
	}
}

func (of server) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(tiles))
	for n, tile := range tiles {
		// This library names the height of its tiles, which is always 8 in tlog-tiles.
		if data, ok := of.saved[tile]; ok {
			all[n] = data
			continue
		}
		data, err := of.get(strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		all[n] = data
	}
	return all, nil
}

func (of server) get(path string) ([]byte, error) {
	request, err := http.NewRequest("GET", of.address+"/"+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+of.key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
